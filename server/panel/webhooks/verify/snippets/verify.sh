#!/usr/bin/env bash
# {{endpoint}}
# {{usage}}
set -euo pipefail
: "${TRADEPOST_WEBHOOK_SECRET:?}"
timestamp=$1 signature=$2 previous=${3:-}
tolerance_seconds=300

refuse() {
  echo "401 $1" >&2
  exit 1
}

# {{argv}}
hmac() {
  openssl dgst -sha256 -hmac "$1" -r | cut -d ' ' -f 1
}

[[ $timestamp =~ ^[1-9][0-9]{0,11}$ ]] || refuse 'X-Service-Timestamp'
age=$(($(date +%s) - timestamp))
((age <= tolerance_seconds && age >= -tolerance_seconds)) || refuse 'X-Service-Timestamp'

expected="sha256=$({ printf '%s.' "$timestamp"; cat; } | hmac "$TRADEPOST_WEBHOOK_SECRET")"

# {{constant}}
once=$(openssl rand -hex 32)
wanted=$(printf %s "$expected" | hmac "$once")
# {{previous}}
for given in "$signature" "$previous"; do
  if [[ $(printf %s "$given" | hmac "$once") == "$wanted" ]]; then
    # {{dedupe}}
    echo OK
    exit 0
  fi
done
refuse 'X-Service-Signature'

#!/usr/bin/env bash
# Runs the linters of deploy/ that are installed. Those that are missing are named, and don't fail.
set -uo pipefail
cd "$(dirname "$0")/.."
failed=0
lint() { # command arguments…
  if ! command -v "$1" >/dev/null; then
    echo "not installed: $1"
  elif output=$("$@" 2>&1); then
    echo "ok: $*"
  else
    echo "failed: $*"
    echo "$output"
    failed=1
  fi
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# A dashboard's queries as recording rules, with Grafana's variables filled in.
node -e '
  const { panels } = JSON.parse(fs.readFileSync("deploy/grafana/dashboard.json", "utf8"));
  const rules = panels.flatMap(({ targets }) => targets).map(({ expr }, i) => ({
    record: `query:${i}`,
    expr: expr.replaceAll("$__rate_interval", "5m").replaceAll(/\$\w+/g, ".+"),
  }));
  fs.writeFileSync(process.argv[1], JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
' "$scratch/dashboard.yaml"
printf 'POSTGRES_PASSWORD=a\nTRADEPOST_SECRET_KEY=b\n' >"$scratch/env"

lint promtool check rules deploy/prometheus/rules.yaml "$scratch/dashboard.yaml"
lint promtool test rules deploy/prometheus/rules.test.yaml
lint docker-compose -f deploy/compose.yaml --env-file "$scratch/env" config
lint systemd-analyze verify deploy/systemd/tradepost.service
lint kubectl kustomize deploy/kubernetes
lint kubeconform -strict deploy/kubernetes/api.yaml deploy/kubernetes/worker.yaml deploy/kubernetes/namespace.yaml
lint kube-linter lint deploy/kubernetes
lint hadolint deploy/Dockerfile
lint dashboard-linter lint deploy/grafana/dashboard.json
exit "$failed"

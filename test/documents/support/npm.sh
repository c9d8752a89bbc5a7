# npm for the pages' commands, without what takes minutes or the network, which other tests cover.
# REPOSITORY is the sources, BUILT what is built of them.

npm() {
  case "$*" in
    ci | 'ci '*) ln -sfn "$REPOSITORY/node_modules" node_modules ;;
    'run build') cp -r "$BUILT" dist ;;
    start) serve "$BUILT/server.js" ;;
    'run start:built') serve dist/server.js ;;
    'run -s admin -- '*) shift 4 && node "$BUILT/admin.js" "$@" ;;
    *) echo "test/documents/support/npm.sh knows no npm $*" && return 1 ;;
  esac
}

# Starts the service, ends it as soon as it listens, and says what it said.
serve() {
  local line server listened=
  exec 9< <(exec env PORT=0 node "$1" 2>&1)
  server=$!
  while read -r line <&9; do
    echo "$line"
    case $line in 'Listening on '*) listened=yes && kill "$server" ;; esac
  done
  exec 9<&-
  [ -n "$listened" ]
}

# The inspector needs a newer Node.js than the service.
npx() {
  case "$1" in
    @modelcontextprotocol/inspector) shift && "$REPOSITORY/.runtimes/bin/node-22" "$INSPECTOR" "$@" ;;
    *) echo "test/documents/support/npm.sh knows no npx $*" && return 1 ;;
  esac
}

command -v zstd > /dev/null || zstd() { cat; }

/** Pieces of shell with which blocks are run: what a reader has or does, and this repository has not. */

import { run, type Run } from './how.ts'

/** A block that is a file: it is written, and a command takes it. */
export function file(name: string, command: string, edit = (text: string): string => text): (text: string) => string {
  return text => `cat > ${name} <<'END_OF_FILE'\n${edit(text)}END_OF_FILE\n${command}`
}

/** Statements, as the administrator of the database. */
export function statements(text: string): string {
  return `mariadb <<'END_OF_FILE'\n${text}END_OF_FILE`
}

/** Grants to a user who is there. */
export function grants(user: string): Run {
  return run({
    needs: 'MariaDB',
    edit: text => statements(`CREATE USER '${user}'@'%';\n${text}SHOW GRANTS FOR '${user}'@'%';\n`),
    says: new RegExp(`^GRANT SELECT.* TO \`${user}\`@`, 'm'),
  })
}

/** What the tiny delivery says, asked of a service of it. */
export const ASK_TINY = `
npm run -s admin -- keys create --company 7 > tiny-key
exec 8< <(exec env PORT=0 LOG_LEVEL=silent node "$BUILT/server.js")
tiny=$!
read -r _ _ address <&8
curl -sG "$address/v1/report" -H "Authorization: Bearer $(cat tiny-key)" \\
  -d appId=70 -d granularity=campaign -d metrics=spend,roas -d dsiValues=7 -d format=csv
kill "$tiny"
cat <&8 # until it has ended`

/** A log of purchases in CDNOW's form: a customer a day, who comes again after a week. */
export const PURCHASES = `for day in 01 02 03 04 05 06 07 08 09; do
  printf '000%s 199701%s 1 10.00\\n000%s 199702%s 2 5.50\\n' $day $day $day $day
done > CDNOW_master.txt`

/** Exports of the demo's studio, of its last weeks in two countries; and an editor that fills in what the pages say is to be filled in. */
export const STUDIO = `npm run -s admin -- demo exports --adjust
since=$(date -d '-60 days' +%F)
awk -F, -v since="\\"$since" 'NR == 1 || ($1 >= since && /"(US|DE)"/)' exports/adjust-report.csv > recent.csv
mv recent.csv exports/adjust-report.csv
cat > fill-in <<'END_OF_FILE'
sed -i -e 's/^company: .*/company: { id: 1, name: Nordlys }/' -e 's/^  id:.*/  id: 101/' -e 's/^  name:.*/  name: Merge Manor/' \\
  -e 's/^  created_at:.*/  created_at: 2025-01-01/' -e 's/^  dsi: #.*/  dsi: 7/' -e 's/^  roas_type:.*/  roas_type: paid/' \\
  -e 's/^  revenue_type:.*/  revenue_type: gross/' -e 's/^  roas:.*/  roas: 0.5/' "$1"
END_OF_FILE
EDITOR='bash ./fill-in'`

/** The blanks are filled in once the file is there. */
export function fillIn(text: string): string {
  return text.replace(/^npm .* forecast init .*$/m, '$&\n$EDITOR exports/forecast.yaml')
}

/** An empty database of its own, that the server of the page also has. */
export function emptyDatabase(name: string): string {
  return `mariadb -e 'CREATE DATABASE ${name}'\nexport DATABASE_URL=$DATABASE_SERVER/${name} EXPORT_SECRET=0123456789abcdef`
}

/** Requests of which the monitoring page shows metrics and lines of the log. */
export const TRAFFIC = `
ask() { curl -sG -o answer "http://127.0.0.1:8080/v1/$1" -H "Authorization: Bearer $UASCOPE_API_KEY" "\${@:2}"; }
ask apps
ask report -d appId=101 -d granularity=campaign
ask report -d appId=101 -d granularity=campaign -d limit=5
ask report -d appId=101 -d granularity=country -d startDate=2026-02-30 -H 'X-Request-Id: ticket-4711'
ask report -d appId=999 -d granularity=campaign
curl -s -o answer http://127.0.0.1:8080/v1/mcp -H "Authorization: Bearer $UASCOPE_API_KEY" -H 'Content-Type: application/json' \\
  -H 'Accept: application/json, text/event-stream' -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"svc_get_report","arguments":{}}}'`

/** That a line of the log, in line.json, has the fields of the one that was written, and what is the same each time. */
export const SAME_LINE = `
written() { jq -c 'select(.requestId == "ticket-4711")' uascope.log; }
diff <(jq -c keys_unsorted line.json) <(written | jq -c keys_unsorted)
diff <(jq -c 'del(.time, .keyId, .bytes, .answerMs, .durationMs)' line.json) <(written | jq -c 'del(.time, .keyId, .bytes, .answerMs, .durationMs)')`

/** Pieces of shell with which blocks are run: what a reader has or does, and this repository has not. */

import { run, type Run } from './how.ts'

/** A block that is a file: it is written, and a command takes it. */
export function file(
  name: string,
  command: string,
  edit = (text: string): string => text,
): (text: string) => string {
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

/** A log of purchases in CDNOW's form: one new customer a day, each returning after a week. */
export const PURCHASES = `for day in 01 02 03 04 05 06 07 08 09; do
  printf '000%s 199701%s 1 10.00\\n000%s 199702%s 2 5.50\\n' $day $day $day $day
done > CDNOW_master.txt`

/** Exports of the demo's studio, of its last weeks in two countries; and an editor that fills in the placeholders. */
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
diff <(jq -c 'del(.time, .keyId, .bytes, .answerMs, .durationMs, .userAgent)' line.json) <(written | jq -c 'del(.time, .keyId, .bytes, .answerMs, .durationMs, .userAgent)')`

/** A delivery in `delivery/` with 1,206 faults of three kinds, and an empty store. */
export const FAULTY = `mkdir -p faulty/delivery && cd faulty
export DATA_DIR=$PWD/data
day=$(date -d yesterday +%F)
cat > delivery/apps.csv <<END_OF_FILE
app_id,name,created_at,live,currency,weekly_aggregation,action_threshold,target_dsi,target_roas_type,target_revenue_type,dsi_values
70,My Game,2026-01-01T00:00:00Z,true,USD,false,,7,paid,gross,"1, 7"
END_OF_FILE
cat > delivery/runs.csv <<END_OF_FILE
run_id,app_id,kind,status,created_at,max_install_date
1,70,recommendation,succeeded,\${day}T23:00:00Z,$day
END_OF_FILE
{
  echo run_id,install_date,platform,network,campaign,country,spend,paid_installs,incremental_blended_installs,full_blended_installs
  for number in $(seq 1204); do echo "1,$day,IOS,Meta Ads,US $number,US,\\"$number,5\\",50,60,80"; done
  echo "1,$day,iOS,Meta Ads,US broad,US,100,50,60,80"
} > delivery/cohorts.csv`

/** The same without faults, and with what is noted. */
export const NOTED = `sed -i 's/"1, 7"/"1,7"/' delivery/apps.csv
sed -i -e '2s/"1,5"/100/' -e '3,$d' delivery/cohorts.csv
printf 'company_id,name\\n7,My Studio\\n' > delivery/companies.csv
echo company_id,app_id > delivery/app_access.csv
{
  printf recommendation_id,run_id,granularity,platform,network,campaign,country,confidence_score,spend,lookback_days
  printf ,paid_installs,incremental_blended_installs,full_blended_installs,optimisation_dsi,target_dsi
  printf ',optimisation_%s_roas' live paced raw predicted
  for revenue in {paid,incremental_blended,full_blended}_{gross,net}; do printf ',target_%s_roas,predicted_%s_roas' $revenue $revenue; done
  printf ',created_at\\n1,1,campaign,IOS,Meta Ads,US 1,US,0.9,100,7,50,60,80,7,7'
  printf ',%s' 0.{1..4} 0.{1..9} 1.{1..3}
  echo ",\${day}T23:00:00Z"
} > delivery/recommendations.csv`

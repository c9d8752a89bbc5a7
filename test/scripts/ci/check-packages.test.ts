import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import t from 'tap'

function check(sbom: string) {
  return spawnSync(process.execPath, ['--import', 'tsx', 'scripts/ci/check-packages.ts', sbom], {
    encoding: 'utf8',
  })
}

t.test('the service has few packages, and none runs an install script', async t => {
  const dir = t.testdir()
  const made = spawnSync('npm', ['sbom', '--omit=dev', '--sbom-format=cyclonedx'], {
    encoding: 'utf8',
  })
  writeFileSync(`${dir}/sbom.json`, made.stdout)
  t.match(check(`${dir}/sbom.json`), {
    status: 0,
    stdout: /^\d+ production packages on all machines, \d+ on this one\n$/,
    stderr: '',
  })
  const names = (JSON.parse(made.stdout) as { components: { name: string }[] }).components.map(
    ({ name }) => name,
  )
  t.ok(names.includes('@hapi/hapi'))
  t.notOk(
    names.some(name => /scarf/.test(name)),
    'no telemetry',
  )
})

t.test('an invalid bill of materials is refused', async t => {
  const dir = t.testdir({
    'empty.json': '{"bomFormat":"CycloneDX","components":[]}',
    'torn.json': '{"bomFormat":',
  })
  t.match(check(`${dir}/empty.json`), { status: 1, stderr: /empty or not in CycloneDX format/ })
  t.not(check(`${dir}/torn.json`).status, 0)
})

import t from 'tap'
import { agreesWithReference } from '../../../../support/agreement.ts'
import { lakeOf } from '../../../../support/lake.ts'

for (const kind of ['file', 's3'] as const) {
  t.test(`a lake (${kind}:) agrees with the reference in every cell`, async t => {
    const lake = await lakeOf(t, kind)
    if (lake === undefined) return
    await agreesWithReference(t, {
      deliveries: 1,
      requestsEach: 40,
      withdrawn: kind === 's3',
      environment: lake.environment,
    })
  })
}

import t from 'tap'
import { agreesWithReference } from '../support/agreement.ts'

t.test('random requests to random deliveries agree with the reference in every cell', t =>
  agreesWithReference(t, { deliveries: 2, requestsEach: 60 }),
)

t.test('withdrawn runs agree with the reference too', t =>
  agreesWithReference(t, { deliveries: 1, requestsEach: 60, withdrawn: true }),
)

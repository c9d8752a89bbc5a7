import t from 'tap'
import { agreesWithReference, seed } from '../support/agreement.ts'

t.test(`random requests to random deliveries agree with the reference in every cell (UASCOPE_SEED=${seed})`, t =>
  agreesWithReference(t, { deliveries: 12, requestsEach: 60 }),
)

t.test(`and so they do where runs are withdrawn (UASCOPE_SEED=${seed})`, t =>
  agreesWithReference(t, { deliveries: 4, requestsEach: 60, withdrawn: true }),
)

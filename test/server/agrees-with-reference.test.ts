import t from 'tap'
import { agreesWithReference, seed } from '../support/agreement.ts'
import { draws } from '../support/draws.ts'

t.test(`random requests to random deliveries agree with the reference in every cell (UASCOPE_SEED=${seed})`, t =>
  agreesWithReference(t, { deliveries: draws(3), requestsEach: 60 }),
)

t.test(`and so they do where runs are withdrawn (UASCOPE_SEED=${seed})`, t =>
  agreesWithReference(t, { deliveries: draws(1), requestsEach: 60, withdrawn: true }),
)

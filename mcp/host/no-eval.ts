// Before any schema is made: the policy of the page allows no code made of text, and trying to would be reported as an error.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

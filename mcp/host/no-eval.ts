// Must run before any schema is created: zod probes eval, which the content security policy blocks and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

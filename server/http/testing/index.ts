/** An in-memory service, built from the contract, for tests of code that uses the client. */

export { type Answers, type FileRow } from './answers.ts'
export { TestService, type TestServiceOptions, type TestRequest } from './test-service.ts'

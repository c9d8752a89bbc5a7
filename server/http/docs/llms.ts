import { operationsOf, parseContract } from './contract.ts'
import { tagId } from './places.ts'

/**
 * llms.txt (https://llmstxt.org): Markdown with absolute links.
 * @param json the contract, with the address
 */
export function llmsText(json: string): string {
  const contract = parseContract(json)
  const address = contract.servers[0]!.url
  const { title, summary } = contract.info
  const operations = operationsOf(contract).map(
    ({ operationId, method, path, summary }) => `- [${operationId}](${address}/docs#${operationId}): \`${method} ${path}\`. ${summary}.`,
  )
  const tools = Object.entries(contract['x-mcp-tools']).map(([name, tool]) => `- [${name}](${address}/docs#${name}): ${tool.title}.`)
  const tags = contract.tags.map(({ name, description }) => `- [${name}](${address}/docs#${tagId(name)}): ${description}`)
  return `# ${title}

> ${summary} Spend recommendations, cohort reports, ROAS history, forecast accuracy and alerts, over REST and over MCP. Nothing changes data.

- Every request carries \`Authorization: Bearer uascope_...\`. A key belongs to a company and reads that company's apps only.
- 60 requests a minute per company unless the operator says otherwise, REST and tools together. \`RateLimit\` says what is left; beyond it is 429 with \`Retry-After\`.
- Begin with \`GET /v1/apps\`: an app's \`id\` is the \`appId\` of everything else. \`GET /v1/app-settings\` says which DSIs and dates an app has.
- Lists in parameters are comma-separated; a name with a comma in it is quoted (\`campaigns="US, Tier 1",Other\`), a plus is \`%2B\`. Names match exactly.
- Unknown, repeated and empty parameters are 400, never ignored. Errors are problem documents: \`errors\` names each parameter at fault and what is allowed.
- Ratios are ratios of sums; 0.5 is 50 %. Null means unknown or undefined, not 0. Ask for the level you need (\`groupBy\`, \`installGrouping\`) instead of averaging rows.

## Contract

- [OpenAPI 3.1, YAML](${address}/openapi.yaml): every operation, parameter, answer and tool.
- [OpenAPI 3.1, JSON](${address}/openapi.json): the same.
- [Documentation](${address}/docs): the same for people, with examples.
- [Recipes](${address}/docs#recipes): five questions with the request that answers each.
- [Glossary](${address}/docs#glossary): DSI, LTV, ROAS, CPI, cohort and the other words.
- [Error codes](${address}/docs#errors): each with what to do.

## Topics

${tags.join('\n')}

## Operations

${operations.join('\n')}

## Tools

- [MCP endpoint](${address}/v1/mcp): \`POST\`, streamable HTTP, stateless, the same key. [Documented here](${address}/docs#tools).
${tools.join('\n')}
`
}

import { operationsOf, parseContract, tagId } from './contract.ts'

/**
 * llms.txt (https://llmstxt.org): Markdown with absolute links.
 * @param json the contract, with the address
 */
export function llmsText(json: string): string {
  const contract = parseContract(json)
  const address = contract.servers[0].url
  const { title, summary } = contract.info
  const operations = operationsOf(contract).map(
    ({ operationId, method, path, summary }) =>
      `- [${operationId}](${address}/docs/${operationId}): \`${method} ${path}\`. ${summary}.`,
  )
  const tools = Object.entries(contract['x-mcp-tools']).map(
    ([name, tool]) => `- [${name}](${address}/docs/${name}): ${tool.title}.`,
  )
  const tags = contract.tags.map(
    ({ name, description }) => `- [${name}](${address}/docs#${tagId(name)}): ${description}`,
  )
  return `# ${title}

> ${summary} Spend recommendations, budget plans, cohort reports, ROAS history, forecast accuracy and alerts, over REST and MCP.

- Every request carries \`Authorization: Bearer uascope_...\`. A key belongs to a company and reads only that company's apps.
- By default 60 requests a minute per company, REST and tools together. \`RateLimit\` has the remaining number; over the limit the response is 429 with \`Retry-After\`.
- Start with \`GET /v1/apps\`: an app's \`id\` is the \`appId\` of every other request. \`GET /v1/app-settings\` lists its DSIs and dates.
- Lists in parameters are comma-separated; quote a name that contains a comma (\`campaigns="US, Tier 1",Other\`) and write a plus as \`%2B\`. Names match exactly.
- Unknown, repeated and empty parameters are 400, never ignored. Errors are problem documents: \`errors\` names each invalid parameter and the allowed values.
- Ratios are ratios of sums; 0.5 is 50 %. Null means unknown or undefined, not 0. Request the level you need (\`groupBy\`, \`installGrouping\`) instead of averaging rows.

## Contract

- [OpenAPI 3.1, YAML](${address}/openapi.yaml): every operation, parameter, response and tool.
- [OpenAPI 3.1, JSON](${address}/openapi.json): the same.
- [Documentation](${address}/docs): the same for people, with examples.
- [Recipes](${address}/docs/recipes): common questions, each with its request.
- [Glossary](${address}/docs/glossary): DSI, LTV, ROAS, CPI, cohort and other terms.
- [Error codes](${address}/docs#errors): each with its remedy.

## Topics

${tags.join('\n')}

## Operations

${operations.join('\n')}

## Tools

- [MCP endpoint](${address}/v1/mcp): \`POST\`, streamable HTTP, stateless, with the same key. [Documentation](${address}/docs#tools).
${tools.join('\n')}
`
}

import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { tools, INSTRUCTIONS } from './mcp/tools/tools.ts'
const listed = tools.map(({ call: _, ...tool }: any) => tool)
console.log('list', countTokens(JSON.stringify({ tools: listed })))
let sum = 0
for (const t of tools) { const n = countTokens(JSON.stringify({name: t.name, description: t.description, inputSchema: t.inputSchema})); const d = countTokens(t.description); const o = countTokens(JSON.stringify(t.outputSchema)); sum += n; console.log(t.name, 'model', n, 'desc', d, 'out', o) }
console.log('model', sum, 'instr', countTokens(INSTRUCTIONS), INSTRUCTIONS.length)

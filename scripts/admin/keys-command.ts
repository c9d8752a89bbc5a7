import { type KeyStore, looksLikeApiKey } from '../../server/core/access/keys.ts'
import { camelCased } from '../../server/core/runtime/table.ts'
import { requireCompany } from './catalog.ts'
import { argument, command, option, required } from './command.ts'
import { companyId, dateFromToday, text } from './option-values.ts'
import { list } from './output.ts'

const create = command({
  name: 'create',
  description: 'create a key; stdout shows it only once',
  parameters: {
    company: required('<id>', 'the company whose apps it reads', companyId),
    name: required('<text>', 'purpose of the key', text, ''),
    expires: option('<date>', 'last valid day, YYYY-MM-DD (UTC)', dateFromToday),
  },
  json: 'print {id, key} as JSON',
  async inStore({ company, ...key }, storage) {
    await requireCompany(storage, company)
    const made = await storage.keys.create({ companyId: company, ...key })
    return { json: made, lines: [made.key] }
  },
})

const listKeys = command({
  name: 'list',
  description: 'list keys, oldest first; never the keys themselves',
  parameters: { company: option('<id>', 'only of this company', companyId) },
  json: 'print as JSON',
  async inStore({ company }, { keys }) {
    const now = new Date().toISOString()
    return list(
      await keys.list(company),
      'No keys.',
      key => ({
        id: key.id,
        company: String(key.company_id),
        name: key.name,
        state: key.revoked_at
          ? 'revoked'
          : key.expires_at && key.expires_at <= now
            ? 'expired'
            : 'valid',
        created: key.created_at,
        expires: key.expires_at,
        'last used': key.last_used_at,
      }),
      camelCased,
    )
  },
})

const revoke = command({
  name: 'revoke',
  description: 'revoke a key permanently',
  parameters: { 'key id': argument('the id that `keys list` shows', text) },
  async inStore({ 'key id': id }, { keys }) {
    if (!(await keys.revoke(id))) throw new Error(await whyNot(keys, id))
    return { messages: [`Revoked ${id}.`] }
  },
})

export const keys = command({
  name: 'keys',
  description: 'create, list and revoke API keys',
  commands: [create, listKeys, revoke],
})

/** The error for a text that is not a key's id; never repeats a key, since logs keep printed text. */
async function whyNot(keys: KeyStore, text: string): Promise<string> {
  if (!looksLikeApiKey(text)) return `key ${JSON.stringify(text)} does not exist: see keys list`
  const record = await keys.find(text)
  return `that is a key, not its id${record === null ? ': see keys list' : `, which is ${record.id}`}`
}

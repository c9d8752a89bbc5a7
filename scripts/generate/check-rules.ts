import { at, type Json } from './contract.ts'
import type { ParameterModel } from './model.ts'
import { kindOf, wordsOf } from './parameter-kind.ts'
import type { Problems } from './problems.ts'

/** Adds what does not fit between an operation's parameters, or between them and its path. */
export function checkTogether(parameters: readonly ParameterModel[], path: string, pointer: string, problems: Problems): void {
  const names = parameters.map(parameter => parameter.name)
  for (const name of new Set(names.filter((name, index) => names.indexOf(name) !== index))) {
    problems.add(pointer, `the parameter ${name} is there twice`)
  }
  const inTemplate = [...path.matchAll(/\{([^{}]*)\}/g)].map(match => match[1] ?? '')
  const inPath = parameters.filter(parameter => parameter.in === 'path').map(parameter => parameter.name)
  const without = (some: readonly string[], others: readonly string[]) => some.filter(name => !others.includes(name))
  for (const name of without(inTemplate, inPath)) problems.add(pointer, `the path's parameter ${name} is not described`)
  for (const name of without(inPath, inTemplate)) problems.add(pointer, `the path has no parameter ${name}`)
  const query = parameters.filter(parameter => parameter.in === 'query')
  for (const parameter of parameters) checkRules(parameter, query, problems)
}

/** The vendor's rules of one parameter: each names another query parameter that makes sense there. */
function checkRules(parameter: ParameterModel, query: readonly ParameterModel[], problems: Problems): void {
  const { pointer, requires, notAfter } = parameter
  const find = (keyword: string, name: string) => {
    const other = parameter.in === 'query' ? query.find(one => one.name === name && one !== parameter) : undefined
    if (other === undefined) problems.add(at(pointer, keyword), `${name} is no other query parameter of the operation`)
    return other
  }

  for (const [name, words] of Object.entries(parameter.onlyWith)) {
    const other = find('x-only-with', name)
    if (other === undefined) continue
    const sound = Array.isArray(words) && words.length > 0 && words.every(word => listed(other).includes(word))
    if (!sound) problems.add(at(pointer, 'x-only-with', name), `must list values that ${name} can have`)
  }
  if (requires !== undefined) find('x-requires', requires)
  if (notAfter !== undefined) {
    const other = find('x-not-after', notAfter)
    const dates = [parameter, other ?? parameter].every(one => kindOf(one.schema) === 'date')
    if (!dates) problems.add(at(pointer, 'x-not-after'), 'both must be dates')
  }
}

/** The values of a parameter that can be listed; of a list, none. */
function listed({ schema }: ParameterModel): Json[] {
  if (schema.type === 'boolean') return [true, false]
  return schema.type !== 'array' && kindOf(schema) === 'choice' ? wordsOf(schema) : []
}

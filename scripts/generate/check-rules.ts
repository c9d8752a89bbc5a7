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
  const { pointer, requires, notAfter, excludes, alone, valueOnlyWith } = parameter
  const find = (keyword: string, name: string) => {
    const other = parameter.in === 'query' ? query.find(one => one.name === name && one !== parameter) : undefined
    if (other === undefined) problems.add(at(pointer, keyword), `${name} is no other query parameter of the operation`)
    return other
  }

  const checkWords = (keyword: string, needs: Readonly<Record<string, Json[]>>, ...steps: string[]) => {
    for (const [name, words] of Object.entries(needs)) {
      const other = find(keyword, name)
      if (other === undefined) continue
      const sound = Array.isArray(words) && words.length > 0 && words.every(word => listed(other).includes(word))
      if (!sound) problems.add(at(pointer, keyword, ...steps, name), `must list values that ${name} can have`)
    }
  }
  const own = kindOf(parameter.item) === 'choice' ? wordsOf(parameter.item) : []
  checkWords('x-only-with', parameter.onlyWith)
  for (const [value, needs] of Object.entries(valueOnlyWith)) {
    if (!own.includes(value)) problems.add(at(pointer, 'x-value-only-with', value), 'is no value of the parameter')
    checkWords('x-value-only-with', needs, value)
  }
  if (alone !== undefined && !own.includes(alone)) problems.add(at(pointer, 'x-alone'), 'must be a value of the parameter')
  if (requires !== undefined) find('x-requires', requires)
  if (excludes !== undefined) find('x-excludes', excludes)
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

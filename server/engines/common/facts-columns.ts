import { INSTALLS, REVENUES } from '../../delivery/tables.ts'
import type { RunFacts } from '../../model/catalog.ts'
import type { Sql } from '../../model/sql.ts'

/** Columns of a run's facts, in their order: see `factRows`. */
export function factsColumns({ dsi_values: dsis }: Pick<RunFacts, 'dsi_values'>): string[] {
  const amounts = dsis.flatMap(dsi => REVENUES.map(name => `${name}_d${dsi}`))
  return ['install_date', 'identity', 'campaign_id', 'spend', ...INSTALLS, ...amounts]
}

/** Those of them that SQL names, be it in a text: never fewer than it reads. */
export function columnsNamed(facts: Pick<RunFacts, 'dsi_values'>, parts: readonly Sql[]): string[] {
  const words = new Set(parts.flatMap(part => part.match(/\w+/g) ?? []))
  return factsColumns(facts).filter(name => words.has(name))
}

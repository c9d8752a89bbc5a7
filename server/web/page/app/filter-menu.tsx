import { useState } from 'preact/hooks'
import { platformName, regionName } from '../../../core/words/names.ts'
import type { Filters } from '../screen.ts'
import { Menu } from '../../parts/menu.tsx'

export type Dimension = keyof Filters

export const DIMENSIONS: readonly [dimension: Dimension, name: string][] = [
  ['platforms', 'Platform'],
  ['networks', 'Network'],
  ['countries', 'Country'],
  ['campaigns', 'Campaign'],
]

interface FilterMenuProps {
  filters: Filters
  /** The choices. */
  options: Readonly<Record<Dimension, readonly string[]>>
  onFilter: (filters: Filters) => void
}

export function labelOf(dimension: Dimension, value: string): string {
  return dimension === 'platforms'
    ? platformName(value)
    : dimension === 'countries'
      ? regionName(value)
      : value
}

/** Filters the page: a list of names per dimension, applied immediately. */
export function FilterMenu({ filters, options, onFilter }: FilterMenuProps) {
  return (
    <Menu label="+ Filter">
      {() => (
        <div class="fm">
          {DIMENSIONS.map(([dimension, name]) => (
            <Names
              key={dimension}
              {...{ dimension, name }}
              chosen={filters[dimension]}
              names={options[dimension]}
              onChoose={chosen => onFilter({ ...filters, [dimension]: chosen })}
            />
          ))}
        </div>
      )}
    </Menu>
  )
}

interface NamesProps {
  dimension: Dimension
  name: string
  names: readonly string[]
  chosen: readonly string[]
  onChoose: (chosen: readonly string[]) => void
}

/** Lists with more names can be searched. */
const FEW = 8
const MOST = 60

function Names({ dimension, name, names, chosen, onChoose }: NamesProps) {
  const [sought, setSought] = useState('')
  const all = [...new Set([...chosen, ...names])]
  const matches = all.filter(value =>
    labelOf(dimension, value).toLowerCase().includes(sought.toLowerCase()),
  )
  return (
    <details open={chosen.length > 0}>
      <summary>
        {name}
        {chosen.length > 0 && ` (${chosen.length})`}
      </summary>
      {names.length > FEW && (
        <input
          type="search"
          aria-label={`Find a ${name.toLowerCase()}`}
          placeholder="Find"
          value={sought}
          onInput={event => setSought(event.currentTarget.value)}
        />
      )}
      <ul>
        {matches.slice(0, MOST).map(value => (
          <li key={value}>
            <label>
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={event =>
                  onChoose(
                    event.currentTarget.checked
                      ? [...chosen, value]
                      : chosen.filter(other => other !== value),
                  )
                }
              />
              <bdi class="nm">{labelOf(dimension, value)}</bdi>
            </label>
          </li>
        ))}
      </ul>
      {matches.length === 0 && <p class="m s">None</p>}
      {matches.length > MOST && (
        <p class="m s">{matches.length - MOST} more: type a part of the name.</p>
      )}
    </details>
  )
}

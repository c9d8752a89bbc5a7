import { startDemo } from '../../test/mcp/questions/demo.ts'
import type { Question } from '../../test/mcp/questions/question.ts'
import { QUESTIONS, UNPREPARED } from '../../test/mcp/questions/questions.ts'
import { measurement, median, type Measurement } from './support/measurement.ts'

/** Calls, tokens of the results and what is left to the reader, per question to the tools over the demo. */
export async function questions(): Promise<Measurement[]> {
  const ends: (() => unknown)[] = []
  const { reader } = await startDemo({ teardown: end => void ends.push(end as () => unknown) })
  try {
    const rows: Measurement[] = []
    for (const [name, all, most] of [
      ['prepared', QUESTIONS, 3],
      ['unprepared', UNPREPARED, 2],
    ] as const) {
      const asked = []
      for (const question of all) asked.push(await ask(question, reader(question.companyId ?? 1)))
      console.log(`\n${name}`)
      console.table(asked)
      const few = asked.filter(({ calls, answered }) => answered && calls <= most).length
      rows.push({ ...measurement(`${name}: answered in at most ${most} calls`, few, all.length, 'requests', `at least ${all.length - 2}`) })
      rows.push(
        measurement(`${name}: tokens of an answer, median`, median(asked.map(({ tokens }) => tokens)), NaN, 'tokens', 'at most 6,000'),
      )
    }
    return rows
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

interface Asked {
  question: string
  calls: number
  tokens: number
  answered: boolean
  'left to the reader': string
}

async function ask({ asks, answer, left = '-' }: Question, reader: Parameters<Question['answer']>[0]): Promise<Asked> {
  const answered = await answer(reader).then(
    () => true,
    (error: unknown) => {
      console.error(`${asks} ${String(error)}`)
      return false
    },
  )
  return { question: asks, calls: reader.calls(), tokens: reader.tokens(), answered, 'left to the reader': left }
}

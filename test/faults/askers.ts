/** An answer of a service: what it says, and how long it took, in ms. */
export interface Answer {
  status: number
  body: string
  retryAfter: string | null
  took: number
}

/** Longer than this, in ms, nobody waits for a service whose store does not answer: 5 s, and some for a busy machine. */
const PROMISED = 6000

/** Asks a service for the apps of a key's company: that looks at keys, budgets and the catalog. */
export function asker(url: string, key: string, path = '/v1/apps'): () => Promise<Answer> {
  return async () => {
    const start = performance.now()
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
    const body = await answer.text()
    return {
      status: answer.status,
      body,
      retryAfter: answer.headers.get('retry-after'),
      took: performance.now() - start,
    }
  }
}

/** Asks `count` times, some in parallel. */
export async function inTurn(
  times: number,
  atOnce: number,
  ask: (n: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  let sent = 0
  const one = async (): Promise<void> => {
    while (sent < times) answers.push(await ask(sent++))
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return answers
}

/** Whether the service did what it was asked for. */
export function isAnswered({ status }: Answer): boolean {
  return status === 200 || status === 429
}

/** Whether the response reported in time that the store does not respond, and when to retry. */
export function isRefusedInTime({ status, retryAfter, took }: Answer): boolean {
  return status === 503 && /^[1-9]/.test(retryAfter ?? '') && took < PROMISED
}

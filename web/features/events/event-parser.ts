import { type LiveEvent, liveEventSchema } from '@letterlend/contract/events.ts'

/**
 * Turns the text of a server-sent event stream into events, whatever the pieces it arrives in.
 * Comments and unknown events (of a newer server) are skipped.
 * Format: https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function createEventParser(): (text: string) => LiveEvent[] {
  let rest = ''
  return (text) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap((block) => {
      const data = block
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(line.startsWith('data: ') ? 6 : 5))
      return data.length > 0 ? readEvent(data.join('\n')) : []
    })
  }
}

function readEvent(json: string): LiveEvent[] {
  try {
    const parsed = liveEventSchema.safeParse(JSON.parse(json))
    return parsed.success ? [parsed.data] : []
  } catch {
    return []
  }
}

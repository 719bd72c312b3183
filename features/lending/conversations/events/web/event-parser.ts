import { createParser } from 'eventsource-parser'
import { type LiveEvent, liveEventSchema } from '../contract.ts'

/**
 * Parses the text of a server-sent event stream, in whatever pieces it arrives. Skips events of unknown types,
 * which a newer server may send.
 */
export function createEventParser(): (text: string) => LiveEvent[] {
  let events: LiveEvent[] = []
  const parser = createParser({ onEvent: ({ data }) => events.push(...readEvent(data)) })
  return (text) => {
    events = []
    parser.feed(text)
    return events
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

import { createParser } from 'eventsource-parser'
import { type LiveEvent, liveEventSchema } from '../contract.ts'

/**
 * Turns the text of a server-sent event stream into events, in whatever pieces it arrives. Events of
 * unknown types (of a newer server) are skipped.
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

import { resolveTxt } from 'node:dns/promises'
import { type Dkim, dkimEntry } from './dkim.ts'

/** TXT records of a name; empty if there are none. Rejects if no DNS server answers. */
export type LookUp = (name: string) => Promise<string[]>

export const textsOfName: LookUp = async (name) => {
  try {
    // A long record comes in parts that belong together.
    return (await resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOTFOUND' || code === 'ENODATA') return []
    throw error
  }
}

/** Whether the DNS record of the signing key is published, missing, or that of another key. */
export async function findEntry(
  dkim: Dkim,
  lookUp: LookUp,
): Promise<'published' | 'missing' | 'other'> {
  const { name, text } = dkimEntry(dkim)
  const published = (await lookUp(name)).map((entry) => entry.replace(/\s/g, ''))
  const key = text.slice(text.indexOf('p='))
  if (published.length === 0) return 'missing'
  return published.some((entry) => entry.includes(key)) ? 'published' : 'other'
}

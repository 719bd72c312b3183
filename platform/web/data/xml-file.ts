/** The declaration of a valid file ends within this many bytes. */
const HEAD_BYTES = 300

const MARKS: [string, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/**
 * The encoding of an XML file: by byte order mark, else by declaration, else UTF-8 (XML 1.0, appendix F). Unknown
 * encodings are read as UTF-8 too.
 */
export function encodingOf(bytes: Uint8Array): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))
  if (marked) return marked[0]
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES))
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1]
  try {
    return new TextDecoder(declared).encoding
  } catch {
    return 'utf-8'
  }
}

/** The text of an XML file, decoded with the encoding it declares. */
export async function readXml(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return new TextDecoder(encodingOf(bytes)).decode(bytes)
}

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface MailSink {
  url: string
  received: { to: string[]; email: Email; source: Buffer }[]
  /** Whether each mail came over TLS. */
  encrypted: boolean[]
  senders: string[]
  /** Envelope sender of the last mail to an address. */
  senderTo(address: string): string
  /** While true, every mail is rejected temporarily (421), as by a busy mail server. */
  refusing: boolean
  /** Permanent rejections, by recipient. */
  refused: Map<string, string>
  close(): Promise<void>
}

/** A mail server that stores what it gets. @param starttls whether to offer it, with an untrusted certificate */
export async function startMailSink(port = 0, { starttls = false } = {}): Promise<MailSink> {
  const sink: Omit<MailSink, 'url' | 'close'> = {
    received: [],
    encrypted: [],
    senders: [],
    senderTo(address) {
      const last = sink.received.findLastIndex(({ to }) => to.includes(address))
      return sink.senders[last] ?? ''
    },
    refusing: false,
    refused: new Map(),
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: starttls ? ['AUTH'] : ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, callback) {
      const reply = sink.refused.get(address)
      if (!reply) return callback()
      callback(Object.assign(new Error(reply), { responseCode: Number(reply.slice(0, 3)) }))
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (sink.refusing) {
          callback(Object.assign(new Error('Try again later'), { responseCode: 421 }))
          return
        }
        const source = Buffer.concat(chunks)
        PostalMime.parse(source).then((email) => {
          sink.encrypted.push(session.secure)
          sink.senders.push(session.envelope.mailFrom ? session.envelope.mailFrom.address : '')
          const to = session.envelope.rcptTo.map(({ address }) => address)
          sink.received.push({ to, email, source })
          callback()
        }, callback)
      })
    },
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address() as AddressInfo
  return Object.assign(sink, {
    url: `smtp://127.0.0.1:${address.port}`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  })
}

import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const ADDRESS = 'reply@lend.example.org'
const inbound = (INBOUND_MAIL: string, INBOUND_ADDRESS = ADDRESS) =>
  readConfig({ INBOUND_MAIL, INBOUND_ADDRESS }).inbound

describe('INBOUND_MAIL', () => {
  it.each([
    [
      'imaps://reply%40a.example:s%40crt@imap.example',
      {
        kind: 'imap',
        host: 'imap.example',
        port: 993,
        secure: true,
        user: 'reply@a.example',
        password: 's@crt',
        folder: 'INBOX',
      },
    ],
    [
      'imap://u:p@127.0.0.1:4143/Replies%20here',
      {
        kind: 'imap',
        host: '127.0.0.1',
        port: 4143,
        secure: false,
        user: 'u',
        password: 'p',
        folder: 'Replies here',
      },
    ],
    ['lmtp://127.0.0.1:2424', { kind: 'lmtp', host: '127.0.0.1', port: 2424 }],
    ['lmtp://[::1]:2424', { kind: 'lmtp', host: '::1', port: 2424 }],
    ['lmtp:///run/letterlend/mail.sock', { kind: 'lmtp', path: '/run/letterlend/mail.sock' }],
  ])('accepts %s', (text, source) => {
    expect(inbound(text)?.source).toEqual(source)
  })

  it.each([
    ['smtp://mail.example', 'must be imaps://'],
    ['imaps://imap.example', 'must contain the user, the password and the host'],
    ['lmtp://127.0.0.1', 'must name a port'],
    ['lmtp://', 'must be imaps://'],
    ['imaps://a:%zz@imap.example', 'must encode every % as %25'],
  ])('rejects %s because it %s', (text, why) => {
    expect(() => inbound(text)).toThrow(why)
  })

  it.each(['reply+a@lend.example.org', 'lend.example.org', `${'a'.repeat(18)}@lend.example.org`])(
    'rejects the reply address %s',
    (address) => {
      expect(() => inbound('lmtp://127.0.0.1:2424', address)).toThrow('without a plus')
    },
  )

  it('requires a reply address, and is disabled without both', () => {
    expect(() => inbound('lmtp://127.0.0.1:2424', '')).toThrow('set both, or neither')
    expect(() => inbound('', ADDRESS)).toThrow('set both, or neither')
    expect(readConfig({}).inbound).toBeUndefined()
  })
})

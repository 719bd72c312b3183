import { describe, expect, it } from 'vitest'
import { readSender } from './authentication-results.ts'

const OURS = 'mx.lend.example'
const FROM = 'eva@example.org'
const verdictOf = (...headers: string[]) => readSender(headers, OURS, FROM)

/** As real servers write them. */
const RESULTS: [string, string, ReturnType<typeof verdictOf>][] = [
  ['OpenDMARC', 'dmarc=pass (p=none dis=none) header.from=example.org', 'pass'],
  ['OpenDMARC', 'dmarc=fail (p=reject dis=none) header.from=example.org', 'fail'],
  ['no policy and nothing else', 'dmarc=none (p=none dis=none) header.from=example.org', 'fail'],
  [
    'rspamd',
    `\r\n\tdkim=pass header.d=example.org header.s=s1 header.b="a;b";\r\n\tdmarc=pass (policy=reject) header.from=example.org;\r\n\tspf=pass (${OURS}: domain of a@example.org designates 192.0.2.1 as permitted sender) smtp.mailfrom=a@example.org`,
    'pass',
  ],
  [
    'Gmail',
    'dkim=pass header.i=@example.org; spf=pass (google.com: domain of a@example.org designates 192.0.2.1 as permitted sender) smtp.mailfrom=a@example.org; dmarc=pass (p=QUARANTINE sp=QUARANTINE dis=NONE) header.from=example.org',
    'pass',
  ],
  [
    'Exchange',
    'spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=example.org; dkim=none (message not signed) header.d=none;dmarc=bestguesspass action=none header.from=example.org;compauth=pass reason=109',
    'pass',
  ],
  ['with a version of the method', 'dmarc/1=pass header.from=example.org', 'pass'],
  ['an error of the name server', 'dmarc=temperror header.from=example.org', 'fail'],
  ['nothing was looked at', 'none', 'missing'],
  // Domains without a policy: falls back to DKIM and SPF.
  [
    'all failed',
    'spf=fail smtp.mailfrom=example.org; dkim=fail header.d=example.org; dmarc=none',
    'fail',
  ],
  ['R9', 'spf=softfail smtp.mailfrom=example.org; dkim=none; dmarc=none', 'fail'],
  ['signed by the domain', 'dkim=pass header.d=example.org; dmarc=none', 'pass'],
  ['signed by an address of the domain', 'dkim=pass header.i=@example.org; dmarc=none', 'pass'],
  ['signed by the domain above', 'dkim=pass header.d=EXAMPLE.org.; dmarc=none', 'pass'],
  ['signed by a host below it', 'dkim=pass header.d=mail.example.org; dmarc=none', 'pass'],
  ['signed by another', 'dkim=pass header.d=evil.example; dmarc=none', 'fail'],
  ['signed by one that ends alike', 'dkim=pass header.d=evilexample.org; dmarc=none', 'fail'],
  ['signed by a neighbour', 'dkim=pass header.d=other.org; dmarc=none', 'fail'],
  ['signed by a top level', 'dkim=pass header.d=org; dmarc=none', 'fail'],
  [
    'signed by a list and by the domain',
    'dkim=pass header.d=lists.example; dkim=pass header.d=example.org; dmarc=none',
    'pass',
  ],
  [
    'a signature that was broken',
    'dkim=fail header.d=example.org; dkim=pass header.d=lists.example',
    'fail',
  ],
  [
    'sent by a server of the domain',
    'spf=pass smtp.mailfrom=bounce@example.org; dmarc=none',
    'pass',
  ],
  ['sent by it, DMARC not looked at', 'spf=pass smtp.mailfrom=example.org', 'pass'],
  ['sent in the name of another', 'spf=pass smtp.mailfrom=a@evil.example; dmarc=none', 'fail'],
  ['sent by a host, without a sender', 'spf=pass smtp.helo=example.org; dmarc=none', 'fail'],
  ['signed, and the policy fails', 'dkim=pass header.d=example.org; dmarc=fail', 'fail'],
  [
    'the address in a name',
    'spf=pass smtp.mailfrom="eva@example.org"@evil.example; dmarc=none',
    'fail',
  ],
  // Text in comments and quotes is ignored.
  ['a verdict in a comment', 'spf=fail (; dmarc=pass (;)); dmarc=fail', 'fail'],
  ['a verdict in quotes', 'spf=fail reason="; dmarc=pass"; dmarc=fail', 'fail'],
  ['a signer in quotes', 'dkim=pass reason="header.d=example.org" header.d=evil.example', 'fail'],
  [
    'a signer in quotes behind',
    'dkim=pass header.d=evil.example reason="header.d=example.org"',
    'fail',
  ],
  ['a comment that is never closed', 'spf=fail (dmarc=pass; dmarc=pass', 'fail'],
]

describe('Authentication-Results', () => {
  it.each(RESULTS)('%s: %s', (_name, results, verdict) => {
    expect(verdictOf(`${OURS}; ${results}`)).toBe(verdict)
  })

  it('are trusted from our own mail server alone', () => {
    const passed = 'dmarc=pass header.from=example.org'
    expect(verdictOf(`MX.Lend.Example 1; ${passed}`)).toBe('pass')
    expect(verdictOf(`mx.elsewhere.example; ${passed}`)).toBe('missing')
    expect(verdictOf(`mx.elsewhere.example (${OURS}); ${passed}`)).toBe('missing')
    expect(verdictOf(`${OURS}.evil.example; ${passed}`)).toBe('missing')
    expect(verdictOf()).toBe('missing')
  })

  it('that the sender wrote below ours are ignored', () => {
    const forged = `${OURS}; dmarc=pass header.from=example.org; dkim=pass header.d=example.org`
    expect(verdictOf(`${OURS}; dmarc=fail header.from=example.org`, forged)).toBe('fail')
    expect(verdictOf(`${OURS}; spf=fail; dkim=fail`, `${OURS}; dmarc=none`, forged)).toBe('fail')
  })

  it('of several servers behind one name are read from a header per method', () => {
    const dkim = `${OURS}; dkim=pass header.d=example.org`
    expect(verdictOf(`${OURS}; dmarc=none`, dkim, `${OURS}; spf=none`)).toBe('pass')
  })

  it('of a signing domain include senders of its subdomains', () => {
    const header = `${OURS}; dkim=pass header.d=example.org; dmarc=none`
    expect(readSender([header], OURS, 'eva@students.example.org')).toBe('pass')
    expect(readSender([header], OURS, 'eva@example.net')).toBe('fail')
  })
})

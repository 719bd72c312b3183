import { describe, expect, it } from 'vitest'
import { readDmarc } from './authentication-results.ts'

const OURS = 'mx.lend.example'
const verdictOf = (...headers: string[]) => readDmarc(headers, OURS)

/** As servers write them. */
const RESULTS: [string, string, ReturnType<typeof verdictOf>][] = [
  ['OpenDMARC', `${OURS}; dmarc=pass (p=none dis=none) header.from=example.org`, 'pass'],
  ['OpenDMARC', `${OURS}; dmarc=fail (p=reject dis=none) header.from=example.org`, 'fail'],
  [
    'OpenDMARC, of a domain without an entry',
    `${OURS}; dmarc=none (p=none dis=none) header.from=example.org`,
    'none',
  ],
  [
    'rspamd',
    `${OURS};\r\n\tdkim=pass header.d=example.org header.s=s1 header.b="a;b";\r\n\tdmarc=pass (policy=reject) header.from=example.org;\r\n\tspf=pass (${OURS}: domain of a@example.org designates 192.0.2.1 as permitted sender) smtp.mailfrom=a@example.org`,
    'pass',
  ],
  [
    'Gmail',
    `${OURS}; dkim=pass header.i=@example.org; spf=pass (google.com: domain of a@example.org designates 192.0.2.1 as permitted sender) smtp.mailfrom=a@example.org; dmarc=pass (p=QUARANTINE sp=QUARANTINE dis=NONE) header.from=example.org`,
    'pass',
  ],
  [
    'Exchange',
    `${OURS}; spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=example.org; dkim=none (message not signed) header.d=none;dmarc=bestguesspass action=none header.from=example.org;compauth=pass reason=109`,
    'pass',
  ],
  ['with a version, in capitals', 'MX.Lend.Example 1; DMARC=Pass header.from=example.org', 'pass'],
  ['with a version of the method', `${OURS}; dmarc/1=pass header.from=example.org`, 'pass'],
  ['an error of the name server', `${OURS}; dmarc=temperror header.from=example.org`, 'fail'],
  ['of SPF alone', `${OURS}; spf=pass smtp.mailfrom=example.org`, 'missing'],
  ['nothing was looked at', `${OURS}; none`, 'missing'],
  ['of another server', 'mx.elsewhere.example; dmarc=pass header.from=example.org', 'missing'],
  ['ours in a comment alone', `mx.elsewhere.example (${OURS}); dmarc=pass`, 'missing'],
  ['ours as the beginning of another', `${OURS}.evil.example; dmarc=pass`, 'missing'],
  ['a verdict in a comment', `${OURS}; spf=fail (; dmarc=pass (;)); dmarc=fail`, 'fail'],
  ['a verdict in quotes', `${OURS}; spf=fail reason="; dmarc=pass"; dmarc=fail`, 'fail'],
  ['a comment that is never closed', `${OURS}; spf=fail (dmarc=pass; dmarc=pass`, 'missing'],
]

describe('Authentication-Results', () => {
  it.each(RESULTS)('%s: %s', (_name, header, verdict) => {
    expect(verdictOf(header)).toBe(verdict)
  })

  it('what the sender has written below ours counts for nothing', () => {
    const forged = `${OURS}; dmarc=pass header.from=example.org`
    expect(verdictOf(`${OURS}; dmarc=fail header.from=example.org`, forged)).toBe('fail')
    expect(verdictOf(`${OURS}; spf=fail`, `${OURS}; dmarc=fail`, forged)).toBe('fail')
    expect(verdictOf()).toBe('missing')
  })
})

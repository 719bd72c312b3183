import { describe, expect, it } from 'vitest'
import { serversOf } from './servers.ts'

describe('the servers of a URL', () => {
  it('are one, with the URL unchanged', () => {
    const url = 'postgres://lend:s%40cret@db.example.org:5433/lend?sslmode=verify-full'
    expect(serversOf(url)).toEqual({ urls: [url], writable: false })
  })

  it('are several, each with the parameters of the whole URL', () => {
    const url = 'postgresql://lend:se,cret@a:5432,b:5433,[::1]/lend?sslmode=disable'
    expect(serversOf(url)).toEqual({
      urls: [
        'postgresql://lend:se,cret@a:5432/lend?sslmode=disable',
        'postgresql://lend:se,cret@b:5433/lend?sslmode=disable',
        'postgresql://lend:se,cret@[::1]/lend?sslmode=disable',
      ],
      writable: true,
    })
  })

  it.each(['read-write', 'primary'])(
    'include a single one that must be writable with target_session_attrs=%s',
    (attribute) => {
      expect(serversOf(`postgres://a/lend?target_session_attrs=${attribute}`)).toEqual({
        urls: ['postgres://a/lend'],
        writable: true,
      })
    },
  )

  it('may be behind a socket', () => {
    const url = 'postgres:///lend?host=/run/postgresql'
    expect(serversOf(url)).toEqual({ urls: [url], writable: false })
  })

  it.each([
    'mysql://a/lend',
    'nonsense',
    'postgres://a,/lend',
    'postgres://a:x,b/lend',
    'postgres://a,b/lend?target_session_attrs=standby',
    'postgres://a/lend?target_session_attrs=prefer-standby',
  ])('are rejected in %s', (url) => {
    expect(() => serversOf(url)).toThrow(/^must /)
  })
})

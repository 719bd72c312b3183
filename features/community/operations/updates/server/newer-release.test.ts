import { expect, it } from 'vitest'
import { isNewer, releaseIn } from './newer-release.ts'

const SUM = 'a'.repeat(64)

it.each([
  [`${SUM}  letterlend-0.2.0.tar.gz`, '0.2.0'],
  [`${SUM} *letterlend-0.2.0.tar.gz\r\n`, '0.2.0'],
  [`${SUM}  letterlend_1.10.0_amd64.deb`, '1.10.0'],
  [`${SUM}  letterlend-1.9.0.tar.gz\n${SUM}  letterlend-1.10.0.tar.gz`, '1.10.0'],
  [`${SUM}  letterlend-0.2.0.provenance.json`, null],
  [`${SUM}  letterlend-0.2.0-7c0371b.tar.gz`, null],
  [`${SUM}  other-0.2.0.tar.gz`, null],
  // Not a version: leading zeros would be an error when versions are compared.
  [`${SUM}  letterlend-0.02.0.tar.gz`, null],
  ['letterlend-0.2.0.tar.gz', null],
  ['<html>Not found</html>', null],
  ['', null],
])('releaseIn for %j returns %s', (sums, release) => {
  expect(releaseIn(sums)).toBe(release)
})

it.each([
  ['0.2.0', '0.1.0', true],
  ['0.10.0', '0.9.9', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.2.0', false],
  // Built from commits after the release.
  ['0.1.0', '0.1.0-7c0371b', false],
  ['0.1.1', '0.1.0-7c0371b', true],
])('%s is newer than %s: %s', (release, running, newer) => {
  expect(isNewer(release, running)).toBe(newer)
})

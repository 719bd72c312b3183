import coerce from 'semver/functions/coerce.js'
import gt from 'semver/functions/gt.js'
import rsort from 'semver/functions/rsort.js'

/** A line as `sha256sum` writes it, of an archive or a package of Letterlend: a version made between two tags is none. */
const RELEASE =
  /^[0-9a-f]{64}[ *]+letterlend[-_]((?:0|[1-9]\d{0,5})\.(?:0|[1-9]\d{0,5})\.(?:0|[1-9]\d{0,5}))(?:\.tar\.gz|_[a-z0-9]+\.deb)$/

/**
 * The newest release that a file of checksums (`SHA256SUMS`) names.
 * @returns such as `0.2.0`; null where it names none
 */
export function releaseIn(sums: string): string | null {
  const versions = sums.split(/\r?\n/).flatMap((line) => RELEASE.exec(line.trim())?.[1] ?? [])
  return rsort(versions)[0] ?? null
}

/**
 * Whether a release is newer than a version as it names itself: `0.1.0`, or `0.1.0-7c0371b` for one that was made after
 * the release 0.1.0.
 */
export function isNewer(release: string, running: string): boolean {
  const since = coerce(running)
  return since !== null && gt(release, since)
}

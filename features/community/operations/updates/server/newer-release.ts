import coerce from 'semver/functions/coerce.js'
import gt from 'semver/functions/gt.js'
import rsort from 'semver/functions/rsort.js'

/** A line of `sha256sum` for an archive or a package of Letterlend. Versions between two tags do not match. */
const RELEASE =
  /^[0-9a-f]{64}[ *]+letterlend[-_]((?:0|[1-9]\d{0,5})\.(?:0|[1-9]\d{0,5})\.(?:0|[1-9]\d{0,5}))(?:\.tar\.gz|_[a-z0-9]+\.deb)$/

/**
 * The newest release in a checksum file (`SHA256SUMS`).
 * @returns for example `0.2.0`; null if there is none
 */
export function releaseIn(sums: string): string | null {
  const versions = sums.split(/\r?\n/).flatMap((line) => RELEASE.exec(line.trim())?.[1] ?? [])
  return rsort(versions)[0] ?? null
}

/**
 * True if a release is newer than the running version, which is `0.1.0`, or `0.1.0-7c0371b` for a build after release
 * 0.1.0.
 */
export function isNewer(release: string, running: string): boolean {
  const since = coerce(running)
  return since !== null && gt(release, since)
}

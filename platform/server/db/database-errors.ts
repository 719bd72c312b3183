const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
const CONNECTION_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|PGlite is closed/i

export function* causes(error: unknown): Generator<{ code?: unknown; message?: unknown }> {
  let current: unknown = error
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth++) {
    yield current
    current = 'cause' in current ? current.cause : undefined
  }
}

/** SQLSTATE of a database error. The ORM keeps the driver's error as its cause. */
export function sqlState(error: unknown): string | undefined {
  for (const { code } of causes(error)) {
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code
  }
  return undefined
}

/**
 * Whether the server rejected a statement because it is read-only, for example after it stopped being the primary. All
 * later statements on that connection fail as well.
 */
export const isReadOnly = (error: unknown): boolean => sqlState(error) === '25006'

/**
 * Whether a prepared statement became invalid because another process changed its tables. On that connection it would
 * fail every time.
 */
export const isOutdatedStatement = (error: unknown): boolean => sqlState(error) === '0A000'

/** Whether the database aborted a transaction because of a deadlock or a conflicting change. Retrying may succeed. */
export const isEndedByOthers = (error: unknown): boolean =>
  ['40P01', '40001'].includes(sqlState(error) ?? '')

/** Whether a query failed because the database is unreachable, full or shutting down. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (const { code, message } of causes(error)) {
    if (typeof code === 'string') {
      if (CONNECTION_CODES.has(code)) return true
      // 08 connection, 25006 read-only, 53 resources, 57P0x shutdown, 57014 statement timeout, 3D000 no database
      if (/^(08...|25006|53...|57P0.|57014|3D000)$/.test(code)) return true
    }
    if (typeof message === 'string' && CONNECTION_MESSAGES.test(message)) return true
  }
  return false
}

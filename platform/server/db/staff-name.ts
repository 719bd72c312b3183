import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * How administrators see a member. The first administrator may have only an address: the link that sets up a community
 * requires just a password.
 */
export const staffName = ({
  firstname,
  lastname,
  email,
}: Record<'firstname' | 'lastname' | 'email', SQLWrapper>): SQL<string> =>
  sql<string>`coalesce(nullif(trim(${firstname} || ' ' || ${lastname}), ''), ${email}, '')`

import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * What somebody is called where administrators look. The first of them has an address before a name: the link
 * that sets up a community asks for a password alone.
 */
export const staffName = ({
  firstname,
  lastname,
  email,
}: Record<'firstname' | 'lastname' | 'email', SQLWrapper>): SQL<string> =>
  sql<string>`coalesce(nullif(trim(${firstname} || ' ' || ${lastname}), ''), ${email}, '')`

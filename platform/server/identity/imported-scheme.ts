/**
 * Kind and parameters of a password hash of another site, which tell how much work a check is:
 * `$imported$bcrypt$10`. A regular expression for both the server and the database.
 */
export const IMPORTED_SCHEME = String.raw`^\$imported\$[^$]+\$[^$]+(?:\$m=[^$]+)?`

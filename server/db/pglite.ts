import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'

/**
 * The embedded database, with the extensions that the migrations ask for.
 * @param options `dataDir` keeps it there; without one it lives in memory
 */
export function openPglite(options: PGliteOptions = {}): Promise<PGlite> {
  return PGlite.create({ ...options, extensions: { btree_gist } })
}

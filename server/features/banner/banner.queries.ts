import { type Banner, bannerSchema } from '@letterlend/contract/banner.ts'
import { LANGUAGES } from '@letterlend/contract/languages.ts'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { community_settings } from '../../db/schema.ts'

const SETTING = 'banner'
/** Announces a change to every process. */
export const BANNER_CHANNEL = 'banner_changed'

/** Null while it is switched off. */
export async function findBanner(db: Db): Promise<Banner | null> {
  const [row] = await db
    .select()
    .from(community_settings)
    .where(eq(community_settings.key, SETTING))
  const banner = bannerSchema.safeParse(row?.value).data
  return banner && LANGUAGES.some((language) => banner[language] !== '') ? banner : null
}

export async function saveBanner(db: Db, banner: Banner): Promise<void> {
  await db
    .insert(community_settings)
    .values({ key: SETTING, value: banner })
    .onConflictDoUpdate({ target: community_settings.key, set: { value: banner } })
  await db.execute(sql`SELECT pg_notify(${BANNER_CHANNEL}, '')`)
}

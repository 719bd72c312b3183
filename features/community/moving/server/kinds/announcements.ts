import {
  findAnnouncements,
  removeMovedAnnouncements,
  storeMovedAnnouncement,
  storeMovedViews,
} from '#features/community/announcements/server/door.ts'
import { readSwitch, readTime } from '../cells.ts'
import { findLegacy } from '../legacy-ids.queries.ts'
import { type Kind, type Move, type ReadRow, type StoredRow, textOf } from '../move.ts'
import type { SiteRow } from '../site-files.ts'

interface Announcement extends ReadRow {
  columns: Parameters<typeof storeMovedAnnouncement>[1]
}

function actionsOf({ report }: Move, { line, fields }: SiteRow): string {
  const actions = fields.actions ?? '[]'
  try {
    if (Array.isArray(JSON.parse(actions)) && actions.length <= 4000) return actions
  } catch {
    // Reported like a list that is too long.
  }
  report.note(line, 'actions is no list of buttons: imported without them')
  return '[]'
}

export const announcementsKind: Kind<Announcement> = {
  kind: 'announcement',
  file: 'announcements.csv',
  columns: [
    'id',
    'title',
    'title_de',
    'title_fr',
    'content',
    'content_de',
    'content_fr',
    'closeable',
    'actions',
    'active',
    'created_at',
  ],

  async read(move, rows) {
    const { report } = move
    return rows.flatMap((row): Announcement[] => {
      const { line, fields } = row
      if (!fields.id) return report.refuse(line, 'id is missing')
      const texts = {
        title: textOf(move, row, 'title', 200) || null,
        title_de: textOf(move, row, 'title_de', 200) || null,
        title_fr: textOf(move, row, 'title_fr', 200) || null,
        content: textOf(move, row, 'content', 10_000) || null,
        content_de: textOf(move, row, 'content_de', 10_000) || null,
        content_fr: textOf(move, row, 'content_fr', 10_000) || null,
      }
      const isWhole =
        (texts.title && texts.content) ||
        (texts.title_de && texts.content_de) ||
        (texts.title_fr && texts.content_fr)
      if (!isWhole) return report.refuse(line, 'it has title and content in no language')
      const created_at = readTime(fields.created_at, move.timeZone) ?? move.now
      // Only one that says so is shown; the others are past.
      const active = readSwitch(fields.active, false)
      const id = Number(fields.id)
      const columns = {
        ...(Number.isInteger(id) && id > 0 && id < 2_000_000_000 ? { id } : {}),
        ...texts,
        closeable: readSwitch(fields.closeable, true),
        actions: actionsOf(move, row),
        active,
        retired_at: active ? null : created_at,
        created_at,
        updated_at: created_at,
      }
      return [{ line, old_id: fields.id, values: {}, columns }]
    })
  },

  async store(move, rows) {
    const stored: StoredRow<Announcement>[] = []
    for (const row of rows) {
      const new_id = String(await storeMovedAnnouncement(move.db, row.columns))
      if (new_id !== row.old_id)
        move.report.note(row.line, `id ${row.old_id} is taken: it is ${new_id} here`)
      stored.push({ row, new_id, created: true })
    }
    return stored
  },

  async current(move, ids) {
    const rows = await findAnnouncements(move.db, ids.map(Number))
    return new Map(rows.map(({ id }) => [String(id), {}]))
  },
  change: async () => {},
  async remove(move, ids) {
    return (await removeMovedAnnouncements(move.db, ids.map(Number))).map(String)
  },
}

interface Seen extends ReadRow {
  view: { announcement_id: number; user_id: string; answer: boolean | null; seen_at: Date }
}

export const announcementAnswersKind: Kind<Seen> = {
  kind: 'announcement_answer',
  file: 'announcement_answers.csv',
  columns: ['id', 'announcement_id', 'user_id', 'answer', 'created_at'],

  async read(move, rows) {
    const { db, report } = move
    const announcements = await findLegacy(
      db,
      'announcement',
      rows.flatMap(({ fields }) => fields.announcement_id ?? []),
    )
    const users = await findLegacy(
      db,
      'user',
      rows.flatMap(({ fields }) => fields.user_id ?? []),
    )
    return rows.flatMap(({ line, fields }): Seen[] => {
      const { announcement_id = '', user_id = '' } = fields
      const announcement = announcements.get(announcement_id)
      const user = users.get(user_id)
      if (!announcement || !user)
        return report.refuse(
          line,
          `announcement ${announcement_id} or user ${user_id} did not come in`,
        )
      const view = {
        announcement_id: Number(announcement.new_id),
        user_id: user.new_id,
        answer: fields.answer === undefined ? null : readSwitch(fields.answer, false),
        seen_at: readTime(fields.created_at, move.timeZone) ?? move.now,
      }
      const old_id = fields.id ?? `${announcement_id} ${user_id}`
      return [{ line, old_id, values: {}, view }]
    })
  },

  async store(move, rows) {
    await storeMovedViews(
      move.db,
      rows.map(({ view }) => view),
    )
    return rows.map((row) => ({
      row,
      new_id: `${row.view.announcement_id} ${row.view.user_id}`,
      created: true,
    }))
  },

  current: async (_move, ids) => new Map(ids.map((id) => [id, {}])),
  change: async () => {},
  // They go with their announcement or their account.
  remove: async () => [],
}

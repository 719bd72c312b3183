import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import type { Area } from '#platform/shared/areas.ts'
import type { Task } from '#platform/shared/tasks.ts'

interface Content {
  firstname: string
  /** Tasks from now on; for an admin only administration. */
  tasks: readonly Task[]
  /** Whether this is the person's first task. */
  first?: boolean
  /** Tasks that were taken away. */
  taken: readonly Task[]
  /** The area to which the tasks are limited; null for the whole community. */
  area: Area | null
  /** The back office after a login, or the start page for a person who has no task left. */
  url: string
  /** The "it was not me" page; only in mails about tasks that were given. */
  notMeUrl?: string
}

/** Notifies a person of the tasks they got and lost. */
export const tasksChanged = defineMail<Content>(
  'tasksChanged',
  ({ firstname, tasks, first = false, taken, area, url, notMeUrl }, { lang, brand }) => {
    const t = texts('roles', lang)
    const names = (all: readonly Task[]) =>
      new Intl.ListFormat(lang, { type: 'conjunction' }).format(
        all.map((each) => t(`mails.tasks.${each}`)),
      )
    const areaLine = (of: Area) =>
      of.country
        ? t('mails.tasksChanged.area.postcodes', { postcodes: of.postcodes.join(', ') })
        : t('mails.tasksChanged.area.outline')
    const greeting = t('mails.greeting', { firstname })
    if (tasks.length === 0) {
      return {
        subject: t('mails.tasksChanged.subject.ended', { brand }),
        preview: t('mails.tasksChanged.preview.ended'),
        heading: t('mails.tasksChanged.heading.ended'),
        greeting,
        body: [
          t('mails.tasksChanged.ended', { brand, tasks: names(taken) }),
          t('mails.tasksChanged.thanks'),
        ],
        buttons: [{ label: t('mails.tasksChanged.button.ended'), url }],
        footer: t('mails.footer.ended'),
      }
    }
    const kind = tasks.includes('administration') ? 'admin' : first ? 'first' : 'otherwise'
    return {
      subject: t(`mails.tasksChanged.subject.${kind}`, { brand }),
      preview: t('mails.tasksChanged.preview.otherwise'),
      heading: t(`mails.tasksChanged.heading.${kind}`, { brand }),
      greeting,
      body: [
        t('mails.tasksChanged.from'),
        ...tasks.map((task) => {
          const label = t(`mails.tasks.${task}`)
          const labelled = texts('platform', lang)('server.labelled', { label })
          return `– ${labelled} ${t(`mails.may.${task}`)}`
        }),
        ...(area ? [areaLine(area)] : []),
        ...(taken.length > 0 ? [t('mails.tasksChanged.taken', { tasks: names(taken) })] : []),
        t('mails.tasksChanged.careful'),
      ],
      buttons: [
        { label: t('mails.tasksChanged.button.otherwise'), url },
        ...(notMeUrl ? [{ label: t('mails.notMe.button'), url: notMeUrl }] : []),
      ],
      note: notMeUrl && t('mails.notMe.note'),
      footer: t('mails.footer.otherwise', { brand }),
    }
  },
)

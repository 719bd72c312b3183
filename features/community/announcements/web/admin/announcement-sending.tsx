import { useState } from 'react'
import { type StoredLanguage, storedLanguage } from '#platform/shared/languages.ts'
import { formatNumber } from '#platform/web/start/numbers.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Facts } from '#platform/web/ui/back-office/admin-page.tsx'
import { MailPreview } from '#platform/web/ui/back-office/mail-preview.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import forms from '#platform/web/ui/forms/form.module.css'
import { Sheet } from '#platform/web/ui/page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { languageInSentence } from '#platform/web/ui/words/language-name.ts'
import type { AdminAnnouncement, Sending, Sendings } from '../../contract.admin.ts'
import classes from './announcement-admin.module.css'
import { localTimeInWords } from './announcement-words.ts'
import {
  useMailOf,
  useSendAnnouncement,
  useSending,
  useTestAnnouncement,
} from './data/announcements.ts'

const COUNTS = ['waiting', 'sent', 'refused', 'unsubscribed', 'skipped', 'failed', 'gone'] as const

/** Sends a saved announcement by mail and push: preview, test mail, begin, pause and progress. */
export function AnnouncementSending({ announcement }: { announcement: AdminAnnouncement }) {
  const { t } = useTranslation('admin-announcements')
  const { by_mail, by_push, id } = announcement
  const { data, error, refetch } = useSending(id)
  return (
    <section aria-labelledby="sending" className={classes.sending}>
      <h2 id="sending" className={classes.heading}>
        {t('sending.title')}
      </h2>
      <Sheet>
        <div className={forms.form}>
          {by_mail || by_push ? null : <p>{t('sending.noWay')}</p>}
          {error && !data ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
          {data ? <Progress announcement={announcement} sendings={data} /> : null}
          {!data && !error ? <SkeletonList rows={1} rowHeight={72} /> : null}
          {by_mail ? <AnnouncementMail announcement={announcement} /> : null}
        </div>
      </Sheet>
    </section>
  )
}

interface ProgressProps {
  announcement: AdminAnnouncement
  sendings: Sendings
}

/** Which of its channels have not begun. */
const isToBegin = ({ by_mail, by_push }: AdminAnnouncement, { mail, push }: Sendings) =>
  (by_mail && mail === null) || (by_push && push === null)

function Progress({ announcement, sendings }: ProgressProps) {
  const { t } = useTranslation('admin-announcements')
  const { ofError } = useErrorText()
  const [asking, setAsking] = useState(false)
  const { begin, unplan, pause, resume } = useSendAnnouncement(announcement)
  const ways = (['mail', 'push'] as const).flatMap((way) => {
    const sending = sendings[way]
    return sending ? [{ way, sending }] : []
  })
  const has = (state: Sending['state']) => ways.some(({ sending }) => sending.state === state)
  const onError = (error: unknown) => {
    setAsking(false)
    showToast({ kind: 'error', message: ofError(error) })
  }
  const toBegin = isToBegin(announcement, sendings)
  const runs = announcement.state === 'running'
  const isPlanned = sendings.plan !== null && sendings.plan.done_at === null
  const canPlan = announcement.state === 'scheduled' && !isPlanned
  const step = runs ? 'begin' : 'plan'
  return (
    <>
      {ways.map(({ way, sending }) => (
        <Way key={way} way={way} sending={sending} />
      ))}
      {ways.length > 0 ? <p className={forms.hint}>{t('sending.skippedHint')}</p> : null}
      <Times sendings={sendings} />
      {toBegin ? <Readiness announcement={announcement} sendings={sendings} /> : null}
      <div className={forms.choices}>
        {toBegin && (runs || canPlan) ? (
          <AppButton onClick={() => setAsking(true)}>{t(`sending.${step}.button`)}</AppButton>
        ) : null}
        {isPlanned ? (
          <AppButton
            tone="secondary"
            loading={unplan.isPending}
            onClick={() => unplan.mutate(undefined, { onError })}
          >
            {t('sending.unplan')}
          </AppButton>
        ) : null}
        {has('running') ? (
          <AppButton
            tone="secondary"
            loading={pause.isPending}
            onClick={() => pause.mutate(undefined, { onError })}
          >
            {t('sending.pause')}
          </AppButton>
        ) : null}
        {has('paused') && runs ? (
          <AppButton
            loading={resume.isPending}
            onClick={() => resume.mutate(undefined, { onError })}
          >
            {t('sending.resume')}
          </AppButton>
        ) : null}
      </div>
      <ConfirmDialog
        opened={asking}
        title={t(`sending.${step}.title`)}
        confirmLabel={t(`sending.${step}.confirm`)}
        loading={begin.isPending}
        onConfirm={() => begin.mutate(undefined, { onSuccess: () => setAsking(false), onError })}
        onClose={() => setAsking(false)}
      >
        {t(`sending.${step}.body`)}
      </ConfirmDialog>
    </>
  )
}

/** Says what is missing before the announcement can be sent, and how fast it will be sent. */
function Readiness({ announcement, sendings }: ProgressProps) {
  const { t } = useTranslation('admin-announcements')
  const { state, visible_from, by_mail, by_push } = announcement
  const { plan, mails_per_hour, pushes_per_hour } = sendings
  if (state === 'scheduled' && visible_from) {
    const time = localTimeInWords(visible_from)
    if (!plan) return <p>{t('sending.canPlan', { time })}</p>
    return (
      <p>
        {plan.by
          ? t('sending.planned', { time, name: plan.by })
          : t('sending.plannedByNobody', { time })}
      </p>
    )
  }
  if (state !== 'running') return <p>{t('sending.notYet')}</p>
  return (
    <>
      {by_mail ? <p>{t('sending.ready', { count: mails_per_hour })}</p> : null}
      {by_push ? <p>{t('sending.pushReady', { count: pushes_per_hour })}</p> : null}
    </>
  )
}

/** When sending began automatically, and when mails resume if they are limited to some hours. */
function Times({ sendings }: Pick<ProgressProps, 'sendings'>) {
  const { t } = useTranslation('admin-announcements')
  const { plan, mail, push, mail_hours, mails_go_on_at } = sendings
  const hasBegun = mail !== null || push !== null
  const waits = mail?.state === 'running' && mails_go_on_at !== null
  return (
    <>
      {plan?.done_at ? (
        <p>
          {hasBegun
            ? t('sending.planDone', { time: localTimeInWords(plan.done_at) })
            : t('sending.planMissed')}
        </p>
      ) : null}
      {mail_hours ? (
        <p className={waits ? undefined : forms.hint}>
          {t('sending.hours', {
            from: `${mail_hours.from}:00`,
            until: `${mail_hours.until}:00`,
          })}{' '}
          {waits ? t('sending.goesOn', { time: localTimeInWords(mails_go_on_at) }) : null}
        </p>
      ) : null}
    </>
  )
}

/** Progress of one channel, in numbers. */
function Way({ way, sending }: { way: 'mail' | 'push'; sending: Sending }) {
  const { t } = useTranslation('admin-announcements')
  const language = currentLanguage()
  return (
    <section aria-labelledby={`sending-${way}`}>
      <h3 id={`sending-${way}`} className={classes.way}>
        {t('sending.wayState', {
          way: t(`sending.way.${way}`),
          state: t(`sending.states.${sending.state}`),
        })}
      </h3>
      <Facts
        facts={COUNTS.filter((count) => count === 'sent' || sending[count] > 0).map((count) => ({
          name: t(`sending.counts.${count}`),
          value: formatNumber(sending[count], language),
        }))}
      />
    </section>
  )
}

/** The mail of an announcement as it will look. */
function AnnouncementMail({ announcement }: { announcement: AdminAnnouncement }) {
  const { t } = useTranslation('admin-announcements')
  const { id, version } = announcement
  const [language, setLanguage] = useState<StoredLanguage>(() => storedLanguage(currentLanguage()))
  const mail = useMailOf(id, version, language)
  const shown = mail.data?.text_lang ?? language
  return (
    <section aria-labelledby="mail-preview" className={forms.form}>
      <h3 id="mail-preview" className={classes.way}>
        {t('sending.preview')}
      </h3>
      <MailPreview
        title={t('sending.preview')}
        languageLabel={t('form.language')}
        language={language}
        onLanguage={setLanguage}
        mail={mail}
        subjectLine={(subject) => t('sending.subject', { subject })}
        note={
          shown === language ? null : (
            <p>
              {t('form.read', {
                language: languageInSentence(language),
                shown: languageInSentence(shown),
              })}
            </p>
          )
        }
        test={useTestAnnouncement(id)}
        testLabel={t('sending.test')}
        tested={t('sending.tested')}
      />
    </section>
  )
}

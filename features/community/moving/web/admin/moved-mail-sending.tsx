import { useState } from 'react'
import { formatNumber } from '#platform/web/start/numbers.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Facts } from '#platform/web/ui/back-office/admin-page.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { Sheet } from '#platform/web/ui/page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import {
  FIRST_MAILS,
  MOVED_PARTS,
  type MovedMail,
  type MovedPart,
  unfinishedIn,
} from '../../contract.admin.ts'
import { useSendMovedMail } from './data/moved-mail.ts'
import classes from './moved-mail.module.css'

const COUNTS = ['waiting', 'sent', 'bounced', 'unreachable', 'unsubscribed', 'skipped'] as const

/** Begins the sending, shows the share of mails that came back, and stops or resumes it. */
export function MovedMailSending({ mail }: { mail: MovedMail }) {
  const { t } = useTranslation('admin-moving')
  const { ofError } = useErrorText()
  const { sending } = mail
  const { pause, resume } = useSendMovedMail(mail.version)
  const onError = (error: unknown) => showToast({ kind: 'error', message: ofError(error) })
  return (
    <section aria-labelledby="moved-sending">
      <h2 id="moved-sending" className={classes.heading}>
        {t('sending.title')}
      </h2>
      <Sheet>
        <div className={forms.form}>
          {sending ? <Progress mail={mail} sending={sending} /> : null}
          {sending === null || sending.state === 'done' ? <NextSending mail={mail} /> : null}
          {sending && sending.state !== 'done' ? (
            <div className={forms.choices}>
              {sending.state === 'running' ? (
                <AppButton
                  tone="secondary"
                  loading={pause.isPending}
                  onClick={() => pause.mutate(undefined, { onError })}
                >
                  {t('sending.stop')}
                </AppButton>
              ) : (
                <AppButton
                  loading={resume.isPending}
                  onClick={() => resume.mutate(undefined, { onError })}
                >
                  {t('sending.resume')}
                </AppButton>
              )}
            </div>
          ) : null}
        </div>
      </Sheet>
    </section>
  )
}

interface ProgressProps {
  mail: MovedMail
  sending: NonNullable<MovedMail['sending']>
}

function Progress({ mail: { most_bounces }, sending }: ProgressProps) {
  const { t } = useTranslation('admin-moving')
  const language = currentLanguage()
  return (
    <>
      <p role="status">
        <strong>{t(`sending.states.${sending.state}`)}</strong>
        {'. '}
        {t('sending.bounces', {
          share: formatNumber(sending.bounces, language),
          limit: formatNumber(most_bounces, language),
        })}
      </p>
      {sending.is_stopped ? <Notice kind="error">{t('sending.stopped')}</Notice> : null}
      <Facts
        facts={COUNTS.filter((count) => count === 'sent' || sending[count] > 0).map((count) => ({
          name: t(`sending.counts.${count}`),
          value: formatNumber(sending[count], language),
        }))}
      />
    </>
  )
}

/** Chooses a part of the people who have not been written to, and begins. */
function NextSending({ mail }: { mail: MovedMail }) {
  const { t } = useTranslation('admin-moving')
  const { ofError } = useErrorText()
  const [part, setPart] = useState<MovedPart>('all')
  const [asking, setAsking] = useState(false)
  const { begin } = useSendMovedMail(mail.version)
  const { open, sending, mails_per_hour, most_bounces } = mail
  if (open.all === 0) return null
  const out = sending ? sending.sent + sending.bounced : 0
  const count = out < FIRST_MAILS ? Math.min(open[part], FIRST_MAILS) : open[part]
  const isUnfinished = mail.version === 0 || unfinishedIn(mail.texts).length > 0
  const isOver = out > 0 && (sending?.bounces ?? 0) >= most_bounces
  return (
    <>
      <ChoiceField
        label={t('sending.part')}
        options={MOVED_PARTS.map((value) => ({ value, label: t(`sending.parts.${value}`) }))}
        value={part}
        onChange={setPart}
      />
      <p>{t('sending.open', { count: open[part] })}</p>
      {out < FIRST_MAILS ? <p>{t('sending.first', { count: FIRST_MAILS })}</p> : null}
      <p className={forms.hint}>{t('sending.pace', { count: mails_per_hour })}</p>
      {isUnfinished ? <Notice>{t('sending.saveFirst')}</Notice> : null}
      {isOver && !sending?.is_stopped ? <Notice kind="error">{t('sending.stopped')}</Notice> : null}
      <div className={forms.choices}>
        <AppButton
          disabled={isUnfinished || isOver || open[part] === 0}
          onClick={() => setAsking(true)}
        >
          {t(sending ? 'sending.goOn' : 'sending.begin')}
        </AppButton>
      </div>
      <ConfirmDialog
        opened={asking}
        title={t('sending.ask.title')}
        confirmLabel={t('sending.ask.confirm')}
        loading={begin.isPending}
        onConfirm={() =>
          begin.mutate(part, {
            onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
            onSettled: () => setAsking(false),
          })
        }
        onClose={() => setAsking(false)}
      >
        {t('sending.ask.first', { count })} {t('sending.ask.body')}
      </ConfirmDialog>
    </>
  )
}

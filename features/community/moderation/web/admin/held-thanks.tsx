import { storedLanguage } from '#platform/shared/languages.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Facts } from '#platform/web/ui/back-office/admin-page.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { HeldThanks as Thanks } from '../../contract.admin.ts'
import classes from './cases.module.css'
import { useHeldThanks, useSettleThanks } from './data/messages.ts'

/** Public thanks with links or numbers, held for a moderator. Renders nothing if there are none. */
export function HeldThanks({ toTop }: { toTop: () => void }) {
  const { t } = useTranslation('admin-cases')
  const { ofError } = useErrorText()
  const { data } = useHeldThanks()
  const settle = useSettleThanks()
  if (!data?.length) return null
  const decide = ({ transaction_id, side }: Thanks, show: boolean) =>
    settle.mutate(
      { transaction_id, side, show },
      {
        onSuccess: ({ decided }) => {
          const done = t(show ? 'messages.thanksShown' : 'messages.thanksKept')
          showToast(decided > 0 ? { message: done } : { message: t('faster'), kind: 'warning' })
          toTop()
        },
      },
    )
  return (
    <section aria-label={t('messages.thanks')}>
      <h2>{t('messages.thanks')}</h2>
      {settle.error ? <Notice kind="error">{ofError(settle.error)}</Notice> : null}
      <ul className={classes.messages}>
        {data.map((thanks) => (
          <li key={`${thanks.transaction_id} ${thanks.side}`} className={classes.message}>
            <Facts
              facts={[
                { name: t('from'), value: thanks.author ?? '–' },
                {
                  name: t('messages.item'),
                  value: thanks.item[`name_${storedLanguage(currentLanguage())}`],
                },
              ]}
            />
            <p dir="auto">{thanks.text}</p>
            <div className={classes.actions}>
              <AppButton
                tone="secondary"
                disabled={settle.isPending}
                onClick={() => decide(thanks, true)}
              >
                {t('messages.showThanks')}
              </AppButton>
              <AppButton
                tone="danger"
                disabled={settle.isPending}
                onClick={() => decide(thanks, false)}
              >
                {t('messages.keepThanks')}
              </AppButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

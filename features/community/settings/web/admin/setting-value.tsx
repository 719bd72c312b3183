import { RESELLER_TIERS, toMoney } from '#features/shop/orders/products/pricing.ts'
import { STORED_LANGUAGES, storedLanguage } from '#platform/shared/languages.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import type { SettingKey, SettingValues } from '../../contract.admin.ts'
import classes from './settings.module.css'

interface SettingValueProps {
  name: SettingKey
  value: SettingValues[SettingKey]
}

/** A value in words, line by line. */
export function SettingValue({ name, value }: SettingValueProps) {
  const lines = useLines(name, value)
  return (
    <ul className={classes.lines}>
      {lines.map(([label, text]) => (
        <li key={`${label} ${text}`}>
          {label === '' ? null : <span className={classes.label}>{label} </span>}
          {text}
        </li>
      ))}
    </ul>
  )
}

function useLines(name: SettingKey, value: SettingValues[SettingKey]): [string, string][] {
  const { t } = useTranslation('admin-settings')
  const none: [string, string][] = [['', t('nothing')]]
  switch (name) {
    case 'banner': {
      const banner = value as SettingValues['banner']
      const filledLanguages = STORED_LANGUAGES.filter((language) => banner[language] !== '')
      return filledLanguages.length === 0
        ? none
        : filledLanguages.map((language) => [language.toUpperCase(), banner[language]])
    }
    case 'links': {
      const links = value as SettingValues['links']
      return links.length === 0
        ? none
        : links.map(({ label, url }) => [label[storedLanguage(currentLanguage())], url])
    }
    case 'brand': {
      const { name: called, primary, ink, logo } = value as SettingValues['brand']
      return [
        [t('brand.name'), called],
        [t('brand.primary'), primary],
        [t('brand.ink'), ink],
        [t('brand.logo'), t(logo ? 'brand.logoOwn' : 'brand.logoNone')],
      ]
    }
    case 'prices': {
      const prices = value as SettingValues['prices']
      const money = (cents: number) => formatMoney(toMoney(cents), 'CHF')
      const tiers = RESELLER_TIERS.map(({ from }, i): [string, string] => [
        t('prices.resellerTier', { from }),
        money(prices.reseller[i] ?? Number.NaN),
      ])
      return [
        [t('prices.sticker_pack'), money(prices.sticker_pack)],
        [t('prices.membership'), money(prices.membership)],
        ...tiers.reverse(),
      ]
    }
    case 'limits': {
      const { unclaimed, ...limits } = value as SettingValues['limits']
      const counts = Object.entries(limits) as [keyof typeof limits, number][]
      return [
        ...counts.map(([limit, count]): [string, string] => [t(`limits.${limit}`), `${count}`]),
        [t('limits.unclaimed'), t(`limits.fates.${unclaimed ?? 'address_only'}`)],
      ]
    }
    case 'gate': {
      const { gate, answer_days } = value as SettingValues['gate']
      return [
        [t('gate.gate'), t(`gate.gates.${gate}`)],
        [t('gate.answer_days'), `${answer_days}`],
      ]
    }
    case 'mails': {
      const { neighbourhood } = value as SettingValues['mails']
      return [[t('mails.neighbourhood'), t(neighbourhood ? 'mails.on' : 'mails.off')]]
    }
    case 'open_data': {
      const facts = Object.entries(value as SettingValues['open_data']) as [
        keyof SettingValues['open_data'],
        string,
      ][]
      const said = facts.filter(([, text]) => text !== '')
      return said.length === 0 ? none : said.map(([fact, text]) => [t(`open_data.${fact}`), text])
    }
    case 'operator': {
      const countries = new Intl.DisplayNames([currentLanguage()], { type: 'region' })
      const { country, ...others } = value as SettingValues['operator']
      const named = { country: countries.of(country) ?? country, ...others }
      const facts = Object.entries(named) as [keyof SettingValues['operator'], string][]
      return facts
        .filter(([, text]) => text !== '')
        .map(([fact, text]) => [t(`operator.${fact}`), text])
    }
  }
}

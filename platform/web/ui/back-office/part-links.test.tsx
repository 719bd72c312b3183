import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { PartLinks } from './part-links.tsx'

it('tells which part is shown, also where the address names none and the first one is', () => {
  const parts = ['imprint', 'privacy'].map((key) => ({ key, to: `/legal/${key}`, label: key }))
  render(
    <MemoryRouter initialEntries={['/legal']}>
      <PartLinks label="Pages" parts={parts} shown="imprint" />
    </MemoryRouter>,
  )
  const links = screen.getAllByRole('link')
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['page', null])
})

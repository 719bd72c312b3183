import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { PartLinks } from './part-links.tsx'

it('the shown part is marked as current, even if the address does not name it', () => {
  const parts = ['imprint', 'privacy'].map((key) => ({ key, to: `/legal/${key}`, label: key }))
  render(
    <MemoryRouter initialEntries={['/legal']}>
      <PartLinks label="Pages" parts={parts} shown="imprint" />
    </MemoryRouter>,
  )
  const links = screen.getAllByRole('link')
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['page', null])
})

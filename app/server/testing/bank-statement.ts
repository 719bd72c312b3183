/** A bank statement (camt.053) with one payment of 7 CHF, which names an order by its number. */
export const statementOf = (refno: string) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
    <Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>
    <Ntry><Amt Ccy="CHF">7.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
      <BookgDt><Dt>2026-03-04</Dt></BookgDt><AcctSvcrRef>${refno}</AcctSvcrRef>
      <NtryDtls><TxDtls><RmtInf><Ustrd>${refno}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
  </Stmt></BkToCstmrStmt></Document>`

/** Result rows of a name search as stored in the read model, about 200 bytes each: 100 of them are about 20 KB. */
export const resultRows = (count) =>
  Array.from({ length: count }, (_, at) => ({
    docId: `A${1_000_001 + at}`,
    displayDocNumber: `A${1_000_001 + at}`,
    instrumentDescription: 'WARRANTY DEED',
    recordedDate: '03/14/2024',
    recordedDateTime: '03/14/2024 9:32 AM',
    grantor: 'HAWTHORNE ELEANOR M',
    grantorCount: 2,
  }));

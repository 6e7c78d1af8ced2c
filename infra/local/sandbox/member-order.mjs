// The card provider parses JSON as XML, so members must come in the order of the provider's schema (AnetApiSchema.xsd).

const orders = {
  getHostedPaymentPageRequest: {
    '': ['merchantAuthentication', 'clientId', 'refId', 'transactionRequest', 'hostedPaymentSettings'],
  },
  getTransactionDetailsRequest: { '': ['merchantAuthentication', 'clientId', 'refId', 'transId'] },
  getUnsettledTransactionListRequest: {
    '': ['merchantAuthentication', 'clientId', 'refId', 'status', 'sorting', 'paging'],
  },
  getTransactionListRequest: {
    '': ['merchantAuthentication', 'clientId', 'refId', 'batchId', 'sorting', 'paging'],
  },
  getSettledBatchListRequest: {
    '': [
      ...['merchantAuthentication', 'clientId', 'refId'],
      ...['includeStatistics', 'firstSettlementDate', 'lastSettlementDate'],
    ],
  },
  getMerchantDetailsRequest: { '': ['merchantAuthentication', 'clientId', 'refId'] },
  createTransactionRequest: { '': ['merchantAuthentication', 'clientId', 'refId', 'transactionRequest'] },
};

const parts = {
  merchantAuthentication: ['name', 'transactionKey'],
  transactionRequest: [
    ...['transactionType', 'amount', 'currencyCode', 'payment', 'profile', 'solution', 'callId'],
    ...['terminalNumber', 'authCode', 'refTransId', 'splitTenderId', 'order', 'lineItems', 'tax', 'duty'],
    ...['shipping', 'taxExempt', 'poNumber', 'customer', 'billTo', 'shipTo', 'customerIP'],
  ],
  order: ['invoiceNumber', 'description'],
  creditCard: ['cardNumber', 'expirationDate', 'cardCode'],
  sorting: ['orderBy', 'orderDescending'],
  paging: ['limit', 'offset'],
};

function isInOrder(value, order) {
  const places = Object.keys(value).map((name) => order.indexOf(name));
  return places.every((place, index) => place >= 0 && (index === 0 || place > places[index - 1]));
}

/** The first misplaced or unknown member; undefined when all are in order. */
export function misplacedMember(request, body) {
  const order = orders[request]?.[''];
  if (!order) return request;
  if (!isInOrder(body, order)) return request;
  const look = (value) => {
    for (const [name, member] of Object.entries(value)) {
      if (typeof member !== 'object' || member === null || Array.isArray(member)) continue;
      if (parts[name] && !isInOrder(member, parts[name])) return name;
      const deeper = look(member);
      if (deeper) return deeper;
    }
    return undefined;
  };
  return look(body);
}

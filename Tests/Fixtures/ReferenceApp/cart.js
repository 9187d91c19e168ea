// A reducer as Redux takes it. A coupon without a discount is put in, and the checkout dies of it.
const initial = { items: [], coupon: null, orders: 0, paid: 0 };

function total({ items, coupon }) {
  const sum = items.reduce((sum, item) => sum + item.price, 0);
  return coupon ? sum - (sum * coupon.discount.percent) / 100 : sum;
}

module.exports = function reducer(state = initial, action) {
  switch (action.type) {
    case "cart/add": return { ...state, items: [...state.items, { id: action.id, price: action.price }] };
    case "cart/remove": return { ...state, items: state.items.filter((item) => item.id !== action.id) };
    case "cart/coupon": return { ...state, coupon: action.payload };
    case "cart/checkout": return { ...state, items: [], coupon: null, orders: state.orders + 1, paid: total(state) };
    default: return state;
  }
};

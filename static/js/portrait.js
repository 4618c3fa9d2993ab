// The square that will be kept, as the sliders say; dragging it moves them.
(() => {
  const form = document.getElementById("new-portrait"), canvas = document.getElementById("crop");
  const { file, x, y, zoom } = form.elements;
  let picture, from;
  form.addEventListener("input", async ({ target }) => {
    if (target === file) picture = await createImageBitmap(file.files[0]).catch(() => {});
    canvas.parentElement.hidden = !picture;
    if (!picture) return;
    const { width, height } = picture, side = (Math.min(width, height) * 100) / zoom.value;
    const at = [((width - side) * x.value) / 100, ((height - side) * y.value) / 100];
    canvas.getContext("2d").drawImage(picture, ...at, side, side, 0, 0, 384, 384);
  });
  canvas.onpointerdown = ({ pageX, pageY }) => (from = [+x.value + pageX / 3, +y.value + pageY / 3]);
  canvas.onpointermove = ({ pageX, pageY, buttons }) => {
    if (!buttons) return;
    x.value = from[0] - pageX / 3;
    y.value = from[1] - pageY / 3;
    form.dispatchEvent(new Event("input"));
  };
})();
